import type { ModelParams } from './types.ts'

/** The shift of a game's model in a 30 s step, in the logarithms of both goal rates. */
export interface MovementStep {
  readonly home: number
  readonly away: number
}

export const MOVEMENT_STEP_MS = 30_000

/** No movement: the base prices. */
export const NO_MOVEMENT: MovementStep = { home: 0, away: 0 }

const MAX_SHIFT = 0.02
const MAX_PRICE_CHANGE = 0.03

/** The number of the 30 s step at a time. */
export const stepNumber = (at: Date): number => Math.floor(at.getTime() / MOVEMENT_STEP_MS)

/**
 * The movement of a game in a step, from at least 8 bytes of a keyed hash over both (MKT-36). The same bytes give the
 * same prices, and without the key the next step is unpredictable. Throws on fewer bytes.
 */
export function movementStep(keyedBytes: Uint8Array): MovementStep {
  if (keyedBytes.length < 8) throw new RangeError('a movement step needs 8 keyed bytes')
  const view = new DataView(keyedBytes.buffer, keyedBytes.byteOffset, 8)
  const shift = (offset: number): number => (view.getUint32(offset) / 0xffff_ffff - 0.5) * 2 * MAX_SHIFT
  return { home: shift(0), away: shift(4) }
}

/** The model in a step. Movement does not accumulate, because every step starts from the base (MKT-35). */
export function movedParams(params: ModelParams, step: MovementStep): ModelParams {
  if (step.home === 0 && step.away === 0) return params
  if (params.kind === 'score') {
    return {
      ...params,
      homeRate: params.homeRate * Math.exp(step.home),
      awayRate: params.awayRate * Math.exp(step.away),
    }
  }
  const home = params.home * Math.exp(step.home)
  const away = params.away * Math.exp(step.away)
  const sum = home + away + params.draw
  return { ...params, home: home / sum, away: away / sum, draw: params.draw / sum }
}

/**
 * A moved price in hundredths, within 3 % of its base and never above the fair price (MKT-35, D16). The caller locks
 * prices below the minimum.
 */
export function limitedMovement(movedHundredths: number, baseHundredths: number, fairProbability: number): number {
  const lowest = Math.ceil(baseHundredths * (1 - MAX_PRICE_CHANGE))
  const highest = Math.min(Math.floor(baseHundredths * (1 + MAX_PRICE_CHANGE)), Math.floor(100 / fairProbability))
  return Math.min(Math.max(movedHundredths, lowest), Math.max(highest, baseHundredths))
}
