// A template of an adapter for `rulebook certify`. It runs as it is, and plays Breakthrough; see ../README.md.
import { createInterface } from 'node:readline';

// The game: replace this part with calls of your library. A board is a map from cells to players.
const COLUMNS = [...'abcdefgh'];
const ROWS = { white: ['1', '2'], black: ['7', '8'] };
const OTHER = { white: 'black', black: 'white' };
const LAST_ROW = { white: '8', black: '1' };

const first = () =>
  new Map(Object.keys(ROWS).flatMap((player) => ROWS[player].flatMap((r) => COLUMNS.map((c) => [c + r, player]))));

const arrived = (board) => new Set([...board].filter(([cell, p]) => cell[1] === LAST_ROW[p]).map(([, p]) => p));

function legal(board, player) {
  const moves = [];
  if (arrived(board).size > 0 || new Set(board.values()).size < 2) return moves;
  for (const [cell, owner] of board) {
    if (owner !== player) continue;
    for (const aside of [-1, 0, 1]) {
      const column = COLUMNS[COLUMNS.indexOf(cell[0]) + aside];
      const to = column + (Number(cell[1]) + (player === 'white' ? 1 : -1));
      if (column && (!board.has(to) || (aside && board.get(to) !== player))) moves.push({ from: cell, to });
    }
  }
  return moves;
}

// The adapter: one question a line, one answer a line.
const hello = () => ({
  ok: { name: 'template-javascript', version: '1', language: 'JavaScript', games: { breakthrough: { asks: ['legal'] } } },
});

function judge({ setup, moves }) {
  const board = setup ? new Map(setup.pieces.map(([owner, , cell]) => [cell, owner])) : first();
  let player = setup ? setup.to_move : 'white';
  if (board.size === 0 || arrived(board).size === 2) return { rejected: { ply: 0 } };
  for (const { from, to, ply } of moves) {
    if (!legal(board, player).some((move) => move.from === from && move.to === to)) return { rejected: { ply } };
    board.delete(from);
    board.set(to, player);
    player = OTHER[player];
  }
  return { ok: { legal: legal(board, player) } };
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  let answer;
  try {
    answer = message.hello ? hello() : judge(message.judge);
  } catch (fault) { // the adapter's or the library's own; never a verdict
    answer = { error: { message: String(fault) } };
  }
  console.log(JSON.stringify({ protocol: 1, id: message.id, ...answer }));
}
