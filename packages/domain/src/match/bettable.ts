import type { GameStatus } from '../ticket/states.ts';
export interface GameForBetting {
  readonly status: GameStatus;
  readonly startsAt: Date;
  readonly minute: number | null;
  readonly goals: number;
  readonly scoreKnown: boolean;
}
/** A game can be bet on only before it starts, by server time, and while nothing of its play is known (MKT-42, D15). */
export declare function isBettable(game: GameForBetting, now: Date): boolean;
