// Steps through the games of a page: every position is drawn already, and one of them is shown.
"use strict";
for (const figure of document.querySelectorAll(".rb-figure")) {
  const frames = [...figure.querySelectorAll(".rb-frame")];
  const moves = [...figure.querySelectorAll(".rb-moves li")];
  const steps = figure.querySelector(".rb-steps");
  if (!steps || frames.length < 2) continue;
  steps.hidden = false;
  // A very long game is drawn from a later position on.
  const skipped = moves.length + 1 - frames.length;
  let now = frames.length - 1;
  const show = (index) => {
    now = Math.max(0, Math.min(frames.length - 1, index));
    frames.forEach((frame, i) => { frame.style.display = i === now ? "" : "none"; });
    moves.forEach((move, i) => move.classList.toggle("rb-now", i === now + skipped - 1));
    steps.querySelector(".rb-at").textContent = `${now + skipped} / ${moves.length}`;
  };
  steps.addEventListener("click", (event) => {
    const step = event.target.dataset.step;
    if (step) show({ first: 0, back: now - 1, on: now + 1, last: frames.length - 1 }[step]);
  });
  moves.forEach((move, i) => move.addEventListener("click", () => show(i + 1 - skipped)));
  show(now);
}
