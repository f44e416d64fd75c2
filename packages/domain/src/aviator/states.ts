/** A round: `scheduled` takes bets that wait for it; final states list nothing. */
export type RoundState = 'scheduled' | 'betting' | 'flying' | 'crashed' | 'interrupted' | 'void'

export const ROUND_MOVES: { readonly [state in RoundState]: readonly RoundState[] } = {
  scheduled: ['betting', 'void'],
  betting: ['flying', 'void'],
  flying: ['crashed', 'interrupted'],
  crashed: [],
  interrupted: [],
  void: [],
}

export type AviatorBetState = 'placed' | 'cashed-out' | 'lost' | 'refunded'

/** A lost bet is cashed out after all when its cash-out was received before the crash and written after it; nothing was paid for the loss. */
export const BET_MOVES: { readonly [state in AviatorBetState]: readonly AviatorBetState[] } = {
  placed: ['cashed-out', 'lost', 'refunded'],
  'cashed-out': [],
  lost: ['cashed-out'],
  refunded: [],
}
