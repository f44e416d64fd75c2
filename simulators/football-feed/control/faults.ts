import { drawsFor } from '../season/random.ts'
import type { Fields } from './fields.ts'

/**
 * Faulty responses: a web page instead of JSON, the provider's error object, a server error, a truncated response, or
 * no response at all.
 */
export const FAULT_MODES = ['html', 'error-object', 'http-500', 'truncated', 'silence'] as const
export type FaultMode = (typeof FAULT_MODES)[number]

export interface FaultState {
  readonly latencyMs: number
  /** Share of faulty responses, 0 to 1. */
  readonly errorRate: number
  readonly mode: FaultMode
  /** The affected action; undefined for all. */
  readonly only: string | undefined
}

export interface Faults {
  state(): FaultState
  set(state: FaultState): void
  /** The fault of the next response of an action. */
  next(action: string): { readonly latencyMs: number; readonly mode: FaultMode | undefined }
}

const NO_FAULTS: FaultState = { latencyMs: 0, errorRate: 0, mode: 'http-500', only: undefined }

export const createFaults = (): Faults => {
  let state = NO_FAULTS
  let draw = drawsFor('faults')
  return {
    state: () => state,
    set: (newFaults) => {
      state = newFaults
      draw = drawsFor('faults')
    },
    next: (action) => {
      if (state.only !== undefined && state.only !== action) return { latencyMs: 0, mode: undefined }
      return { latencyMs: state.latencyMs, mode: draw() < state.errorRate ? state.mode : undefined }
    },
  }
}

/** Reads a fault request. A mode without a rate affects all responses; an empty request removes the faults. */
export const readFaults = (fields: Fields): FaultState => {
  const mode = fields.oneOf('mode', FAULT_MODES)
  return {
    latencyMs: fields.number('latencyMs') ?? 0,
    errorRate: fields.number('errorRate') ?? (mode === undefined ? 0 : 1),
    mode: mode ?? 'http-500',
    only: fields.text('only'),
  }
}
