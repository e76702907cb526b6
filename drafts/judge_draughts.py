"""A judge of draughts games written from the rules' texts, apart from the specs; only for checking hand-written cases."""
DIAG=[(1,1),(-1,1),(1,-1),(-1,-1)]; ORTH=[(0,1),(1,0),(-1,0),(0,-1)]
class G:
    def __init__(s,**k):
        d=dict(size=8,corner=0,every=False,num=False,fly=True,mdirs='fd',mcap='d',kcap='d',kmove='d',mking=True,best=None,crown='end',once=False,noback=False,first='white',rows=None)
        d.update(k); s.__dict__.update(d)
        n=s.size
        s.cells=[(x,y) for y in range(n) for x in range(n) if s.every or (x+y)%2==s.corner]
        s.set=set(s.cells)
        order=sorted(s.cells,key=lambda c:(-c[1],c[0]))
        s.names={c:(str(i+1) if s.num else 'abcdefghijklmnop'[c[0]]+str(c[1]+1)) for i,c in enumerate(order)}
        s.by={v:k for k,v in s.names.items()}
    def vec(s,w,p):
        f=1 if p=='white' else -1
        o=ORTH if s.every else [(0,2),(2,0),(-2,0),(0,-2)]
        return {'fd':[(1,f),(-1,f)],'d':DIAG,'all':DIAG+o,'o':o,'fo':[v for v in o if v[1]*f>=0]}[w]
    def ray(s,c,v):
        x,y=c
        while True:
            x+=v[0];y+=v[1]
            if (x,y) not in s.set: return
            yield (x,y)
    def far(s,c,p): return c[1]==(s.size-1 if p=='white' else 0)
    def jumps(s,b,c,p,k,taken):
        for v in s.vec(s.kcap if k=='K' else s.mcap,p):
            fly=k=='K' and s.fly; r=list(s.ray(c,v))
            for i,h in enumerate(r):
                if h in b:
                    q,kk=b[h]
                    if q!=p and h not in taken and (k=='K' or s.mking or kk==''):
                        L=[]
                        for t in r[i+1:]:
                            if t in b: break
                            L.append(t)
                            if not fly: break
                        if L: yield v,h,L
                    break
                if not fly: break
    def captures(s,b0,p):
        out=[]
        for c,(q,k) in b0.items():
            if q!=p: continue
            b=dict(b0); del b[c]
            def go(c1,k1,vic,via,b,last):
                if vic and k1=='' and s.far(c1,p):
                    if s.crown=='once': k1='K'
                    if s.crown=='stop': out.append((c,c1,vic,'K',via)); return
                J=[j for j in s.jumps(b,c1,p,k1,() if s.once else vic) if not(s.noback and last and j[0]==(-last[0],-last[1]))]
                if not J:
                    if vic: out.append((c,c1,vic,'K' if (k1=='' and s.far(c1,p)) else k1,via))
                    return
                for v,h,L in J:
                    nb=dict(b)
                    if s.once: del nb[h]
                    nv=vic+(h,)
                    good=[t for t in L if any(not(s.noback and j[0]==(-v[0],-v[1])) for j in s.jumps(nb,t,p,k1 if not(s.crown=='once' and k1=='' and s.far(t,p)) else 'K',() if s.once else nv))]
                    for t in (good or L): go(t,k1,nv,via+(t,),nb,v)
            go(c,k,(),(),b,None)
        if s.best and out:
            ks=[(s.best([b0[h][1] for h in o[2]],b0[o[0]][1]),o) for o in out]
            m=max(x[0] for x in ks); out=[o for x,o in ks if x==m]
        return out
    def moves(s,b,p):
        out=[]
        for c,(q,k) in b.items():
            if q!=p: continue
            for v in s.vec(s.kmove if k=='K' else s.mdirs,p):
                for t in s.ray(c,v):
                    if t in b: break
                    out.append((c,t,(),'K' if k=='K' or s.far(t,p) else '',(t,)))
                    if not(k=='K' and s.fly): break
        return out
    def legal(s,b,p): return s.captures(b,p) or s.moves(b,p)
    def after(s,b,m):
        p=b[m[0]][0]; n={c:x for c,x in b.items() if c!=m[0] and c not in m[2]}; n[m[1]]=(p,m[3]); return n
    def parse(s,t):
        tm,rest=t.split(':',1); rest=rest.split(';')[0]; b={}
        for part in rest.split():
            pl,items=part.split('=')
            for it in items.split(','):
                if not it: continue
                k='K' if it[0]=='K' else ''
                b[s.by[it[len(k):]]]=(pl,k)
        return b,tm.strip()
    def initial(s):
        b={}
        for c in s.cells:
            r=s.rows
            if c[1] in r: b[c]=('white','')
            elif s.size-1-c[1] in r: b[c]=('black','')
        return b,s.first
    def fits(s,m,t):
        n=s.names
        if 'x' in t:
            body=t.split('(')[0].split('x'); 
            if not m[2] or n[m[0]]!=body[0] or n[m[1]]!=body[-1]: return False
            if '(' in t: return set(t.split('(')[1][:-1].split(','))=={n[h] for h in m[2]}
            mid=body[1:-1]; via=[n[c] for c in m[4][:-1]]
            return not mid or mid==via
        a,z=t.split('-'); return not m[2] and n[m[0]]==a and n[m[1]]==z
    def ident(s,m): return (m[0],m[1],frozenset(m[2]),m[3])
    def play(s,pos,moves):
        b,p=s.parse(pos) if pos else s.initial()
        hist=[(frozenset(b.items()),p)]
        for t in moves.split():
            L=[m for m in s.legal(b,p) if s.fits(m,t)]
            ids={s.ident(m) for m in L}
            if len(ids)!=1: raise Exception(f'{t}: {len(ids)} fit; legal {[s.text(m) for m in s.legal(b,p)]}')
            b=s.after(b,L[0]); p='black' if p=='white' else 'white'; hist.append((frozenset(b.items()),p))
        return b,p,hist
    def text(s,m): 
        n=s.names
        return n[m[0]]+('x'+n[m[1]]+'('+','.join(n[h] for h in m[2])+')' if m[2] else '-'+n[m[1]])
    def show(s,b,p):
        def side(q): return q+'='+','.join(k+s.names[c] for c,(qq,k) in sorted(b.items()) if qq==q)
        return f'{p}: {side("white")} {side("black")}'
