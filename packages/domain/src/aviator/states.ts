import type { StateTable } from '../ticket/states.ts'

/** A round: `scheduled` takes bets that wait for it; final states list nothing. */
export type RoundState = 'scheduled' | 'betting' | 'flying' | 'crashed' | 'interrupted' | 'void'

export const roundStates: StateTable<RoundState> = {
  scheduled: ['betting', 'void'],
  betting: ['flying', 'void'],
  flying: ['crashed', 'interrupted'],
  crashed: [],
  interrupted: [],
  void: [],
}

/** Decided once, but a lost bet is cashed out after all when its cash-out was received before the crash and written after it. */
export type AviatorBetState = 'placed' | 'cashed-out' | 'lost' | 'refunded'
