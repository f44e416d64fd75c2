import type { Side } from '../markets/types.ts';
import type { MatchClock } from './clock.ts';

export interface GoalEvent {
  readonly team: Side;
  /** 1 to 90; 45+n is stored as 45, 90+n as 90 (D54). */
  readonly minute: number;
  readonly scorer?: string | null;
  readonly playerId?: string | null;
  readonly ownGoal?: boolean;
}
export interface Score {
  readonly home: number;
  readonly away: number;
}
export declare function scoreOf(goals: readonly GoalEvent[]): Score;
/** Live: goals at or before the match clock; otherwise all (LIVE-22, 23). */
export declare function scoreAt(goals: readonly GoalEvent[], clock: MatchClock, live: boolean): Score;
export declare function halfTimeOf(goals: readonly GoalEvent[]): Score;
