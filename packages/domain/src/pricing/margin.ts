import type { Result } from '../result.ts';
import type { FairMatch, MatchOdds } from './types.ts';
/** Frees odds of their margin by the power method. NO_ODDS: a side missing or not above 1.00 (D14). */
export declare function fairMatch(odds: MatchOdds): Result<FairMatch, 'NO_ODDS'>;
