// What the adapters in JavaScript share: lines in, lines out, and the order of a `judge`. It knows no game and no library.
//
// An adapter gives `serve` who it is and a class. An object of that class is one game: `new Game(question, words)` begins it, where
// `words` is what `hello` said of this game; `play(move)` plays a move, and is false if the library does not list it; `undo()` takes
// the last one back; `answer()` is what was asked of where the game stands. Each may throw `Rejected` or `Unsupported`.
import { createInterface } from 'node:readline';

export class Rejected extends Error {}

export class Unsupported extends Error {}

// Refuses readings other than those that the library plays: `played` by option, and `why` not, by option.
export function readings({ options = {}, params = {} }, played, why = {}) {
  for (const [option, reading] of Object.entries(options)) {
    if (played[option] !== reading) {
      throw new Unsupported(`${option}=${reading}: ${why[option] ?? 'the library does not have this reading'}`);
    }
  }
  for (const [name, value] of Object.entries(params)) {
    throw new Unsupported(`${name}=${value}: the library does not have this parameter`);
  }
}

// The moves of a library that a question means: same cells, and same victims if the question names them.
export function meant(moves, { from, to, victims }) {
  const same = (a, b) => a.length === b.length && a.every((cell) => b.includes(cell));
  return moves.filter((move) => move.from === from && move.to === to && (!victims || same(move.victims ?? [], victims)));
}

function judge(question, Game, words) {
  let game;
  try {
    game = new Game(question, words[question.game]);
  } catch (fault) {
    if (fault instanceof Rejected) return { rejected: { ply: 0 } };
    throw fault;
  }
  const plies = question.each ? [game.answer()] : [];
  for (const move of question.moves) {
    if (move.undo) {
      for (let taken = 0; taken < move.undo; taken += 1) game.undo();
    } else if (!game.play(move)) {
      return { rejected: { ply: move.ply } };
    }
    if (question.each) plies.push(game.answer());
  }
  return { ok: question.each ? { plies } : game.answer() };
}

// Answers until the input ends. What a library prints goes to standard error.
export async function serve(who, Game) {
  console.log = console.error;
  let words = {};
  for await (const line of createInterface({ input: process.stdin })) {
    const message = JSON.parse(line);
    let answer;
    try {
      if (message.hello) words = message.hello.games;
      answer = message.hello ? { ok: who } : judge(message.judge, Game, words);
    } catch (fault) {
      answer = fault instanceof Unsupported ? { unsupported: { what: fault.message } } : { error: { message: String(fault) } };
    }
    process.stdout.write(`${JSON.stringify({ protocol: 1, id: message.id, ...answer })}\n`);
  }
}
