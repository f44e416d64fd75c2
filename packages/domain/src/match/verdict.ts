import type { MatchResult, Side, Sport } from '../markets/types.ts';
import type { GameStatus } from '../ticket/states.ts';
import type { GoalEvent, Score } from './goals.ts';

/** All that is known of a game when it is to be settled. */
export interface GameForVerdict {
  readonly sport: Sport;
  readonly source: 'feed' | 'hand';
  readonly status: GameStatus;
  readonly startsAt: Date;
  /** The scheduled start when bets were first taken; a move by 24 h or more voids them (D20). */
  readonly firstScheduledAt?: Date;
  readonly minutesPassed: number;
  readonly breakDuration: number | null;
  readonly matchDuration: number | null;
  /** The score of 90 minutes with stoppage time, when known. */
  readonly score: Score | null;
  readonly halfTime: Score | null;
  readonly goals: readonly GoalEvent[];
  /** The goal events are complete in names (D54); false holds Goalscorer and First to Score for the operator. */
  readonly goalsComplete: boolean;
  readonly participants?: readonly string[];
  readonly qualifier?: Side | 'nobody';
  readonly retired?: boolean;
  /** An admin has confirmed the stored score against the goal events. */
  readonly confirmed?: boolean;
}
export type GameVerdict =
  | { readonly kind: 'waiting'; readonly reason: 'NOT_FINISHED' | 'NO_SCORE' | 'CONTRADICTION' }
  | { readonly kind: 'void'; readonly reason: 'CANCELLED' | 'NO_RESULT_IN_TIME' | 'MOVED' | 'RETIRED' }
  | { readonly kind: 'result'; readonly result: MatchResult };
export declare function verdictOf(game: GameForVerdict, now: Date): GameVerdict;
/** The game stands on the console's list of games to decide (D20: 4 h after its start without a final result). */
export declare function needsDecision(game: GameForVerdict, now: Date): boolean;
