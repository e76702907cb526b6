; What can be folded.

[(game) (family) (texts) (claim) (clause)] @fold
