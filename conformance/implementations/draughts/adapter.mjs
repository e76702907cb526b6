// Adapter of draughts (draughts.js): asks it for the moves, and whether the game is over.
import { createRequire } from 'node:module';
import { Rejected, Unsupported, meant, readings, serve } from '../shared/serve.mjs';

const Draughts = createRequire(new URL('./.installed/package.json', import.meta.url))('draughts');

const PLAYED = { draws: 'automatic' };
const ROAD = 'the library has no count for a lone king on the main road';
const WHY = {
  'main-road-last-ply': ROAD,
  'main-road-leave': ROAD,
  'main-road-carries': ROAD,
  'five-by-capture': 'the library has no count of five moves',
};

class Game {
  constructor(question, words) {
    readings(question, PLAYED, WHY);
    this.name = Object.fromEntries(words.cells.map(({ name, number }) => [number, name]));
    this.game = new Draughts();
    if (question.setup && !this.game.load(this.fen(question.setup, words))) throw new Rejected();
  }

  fen({ to_move, pieces, clocks = {} }, { cells }) {
    for (const clock of Object.keys(clocks)) throw new Unsupported(`a position with the count ${clock}; the library counts no moves`);
    const number = Object.fromEntries(cells.map((cell) => [cell.name, cell.number]));
    const side = (player) => pieces.filter(([owner]) => owner === player)
      .map(([, kind, cell]) => (kind === 'king' ? 'K' : '') + number[cell]).join(',');
    return `${to_move[0].toUpperCase()}:W${side('white')}:B${side('black')}`;
  }

  over() {
    return this.game.gameOver() || this.game.inDraw();
  }

  moves() {
    if (this.over()) return [];
    return this.game.moves().map(({ from, to, takes }) => ({
      from: this.name[from],
      to: this.name[to],
      victims: takes.map((square) => this.name[square]),
      key: { from, to },
    }));
  }

  play(wanted) {
    const [found] = meant(this.moves(), wanted);
    if (!found) return false;
    // It plays by the first and the last square only, and takes the first of its moves that has them.
    const { takes } = this.game.move(found.key);
    if (wanted.victims && takes.some((square) => !wanted.victims.includes(this.name[square]))) {
      throw new Unsupported(`${wanted.text}, which it lists but cannot be asked to play: of two captures between the same squares it plays the first`);
    }
    return true;
  }

  undo() {
    this.game.undo();
  }

  answer() {
    const legal = this.moves().map(({ key, ...fields }) => fields);
    if (this.game.inDraw()) return { legal, status: { state: 'drawn' } };
    const winner = this.game.turn() === 'w' ? 'black' : 'white';
    return { legal, status: this.over() ? { state: 'won', winner } : { state: 'ongoing' } };
  }
}

serve({
  name: 'draughts',
  version: '0.2.1',
  language: 'JavaScript',
  games: { international: { asks: ['legal', 'status'], options: PLAYED, each: true, undo: true } },
}, Game);
