import type { StateTable } from '../ticket/states.ts'

/**
 * The states of a round with their successors. `scheduled` accepts bets for a later round; final states have no
 * successors.
 */
export type RoundState = 'scheduled' | 'betting' | 'flying' | 'crashed' | 'interrupted' | 'void'

export const roundStates: StateTable<RoundState> = {
  scheduled: ['betting', 'void'],
  betting: ['flying', 'void'],
  flying: ['crashed', 'interrupted'],
  crashed: [],
  interrupted: [],
  void: [],
}

/**
 * All states except `placed` are final, with one exception: a lost bet becomes cashed out if its cash-out was received
 * before the crash but stored later.
 */
export type AviatorBetState = 'placed' | 'cashed-out' | 'lost' | 'refunded'
