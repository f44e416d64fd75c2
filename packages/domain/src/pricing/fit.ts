import type { FairMatch, ModelParams } from './types.ts';
/** The score model for soccer, the winner model for basketball and tennis. */
export declare function fitModel(fair: FairMatch, sport?: 'soccer' | 'basketball' | 'tennis'): ModelParams;
