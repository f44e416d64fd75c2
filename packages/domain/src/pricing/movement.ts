/** Shift of the model's two rates for one game and 30 s step; `STILL` moves nothing. */
export interface MovementStep {
  readonly home: number;
  readonly away: number;
}
export const MOVEMENT_STEP_MS = 30_000;
/** From at least 8 bytes drawn by the server: an HMAC of its key over game id and step number (MKT-36). */
export declare function movementStep(keyedBytes: Uint8Array): MovementStep;
/** The number of the 30 s step that a moment lies in. */
export declare function stepNumber(at: Date): number;
