// Adapter of rapid-draughts: asks its English draughts for the moves and the status.
import { createRequire } from 'node:module';
import { Unsupported, meant, readings, serve } from '../shared/serve.mjs';

const installed = createRequire(new URL('./.installed/package.json', import.meta.url));
const { DraughtsPlayer, DraughtsStatus } = installed('rapid-draughts');
const { EnglishDraughts, EnglishDraughtsBitSquare } = installed('rapid-draughts/english');

const PLAYED = { draws: 'automatic' };
const PLAYER = { white: DraughtsPlayer.LIGHT, black: DraughtsPlayer.DARK };

// Which bit of its boards is which of its positions: its own board with one piece says it.
const BIT = Object.fromEntries(Object.values(EnglishDraughtsBitSquare).map((bit) => {
  const { board } = EnglishDraughts.setup({ board: { light: bit, dark: 0, king: 0 } });
  return [board.find((square) => square.piece).position, bit];
}));

class Game {
  constructor(question, words) {
    readings(question, PLAYED);
    // Its positions count from the top left from 0, and so do ours from 1.
    this.name = Object.fromEntries(words.cells.map(({ name, number }) => [number - 1, name]));
    this.position = Object.fromEntries(words.cells.map(({ name, number }) => [name, number - 1]));
    this.game = EnglishDraughts.setup(question.setup && this.data(question.setup), { moves: [], boards: [] });
  }

  data({ to_move, pieces, clocks = {} }) {
    const board = { light: 0, dark: 0, king: 0 };
    for (const [player, kind, cell] of pieces) {
      const bit = BIT[this.position[cell]];
      const side = player === 'white' ? 'light' : 'dark';
      board[side] = (board[side] | bit) >>> 0;
      if (kind === 'king') board.king = (board.king | bit) >>> 0;
    }
    const { quiet = 0, ...others } = clocks;
    for (const clock of Object.keys(others)) throw new Unsupported(`a position with the count ${clock}`);
    return { player: PLAYER[to_move], board, stats: { sinceCapture: quiet, sinceNonKingAdvance: quiet } };
  }

  moves() {
    if (this.game.status !== DraughtsStatus.PLAYING) return [];
    return this.game.moves.map((move) => ({
      from: this.name[move.origin],
      to: this.name[move.destination],
      victims: move.captures.map((square) => this.name[square]),
      move,
    }));
  }

  play(wanted) {
    const [found] = meant(this.moves(), wanted);
    if (found) this.game.move(found.move);
    return Boolean(found);
  }

  answer() {
    const status = {
      [DraughtsStatus.PLAYING]: { state: 'ongoing' },
      [DraughtsStatus.DRAW]: { state: 'drawn' },
      [DraughtsStatus.LIGHT_WON]: { state: 'won', winner: 'white' },
      [DraughtsStatus.DARK_WON]: { state: 'won', winner: 'black' },
    }[this.game.status];
    return { legal: this.moves().map(({ move, ...fields }) => fields), status };
  }
}

serve({
  name: 'rapid-draughts',
  version: '1.0.6',
  language: 'JavaScript',
  games: { american: { asks: ['legal', 'status'], options: PLAYED, each: true } },
}, Game);
