export const CASINO_CATEGORIES = ['slots', 'table', 'live'] as const
export type CasinoCategory = (typeof CASINO_CATEGORIES)[number]

/** A game of the demo lobby (DATA-31). */
export interface CasinoGame {
  readonly id: string
  readonly name: string
  readonly category: CasinoCategory
  readonly provider: string
  /** The id of the illustration. */
  readonly thumbnail: string
  readonly rating: number
  readonly players: number
  /** Whole shillings; null without a jackpot. */
  readonly jackpot: number | null
  readonly isHot: boolean
  readonly isNew: boolean
}

/** The jackpot on the lobby's banner (CAS-03), in whole shillings. */
export const CASINO_JACKPOT = 2_500_000

const plain = { jackpot: null, isHot: false, isNew: false } as const

/** The eight demo games of the lobby. None can be played (CAS-04, D40). */
export const CASINO_GAMES: readonly CasinoGame[] = [
  {
    ...plain,
    id: 'crane-fortune',
    name: 'Crane Fortune',
    category: 'slots',
    provider: 'Demo Studio',
    thumbnail: 'reels',
    rating: 4.8,
    players: 1_243,
    jackpot: 2_500_000,
    isHot: true,
  },
  {
    ...plain,
    id: 'nile-treasure',
    name: 'Nile Treasure',
    category: 'slots',
    provider: 'Demo Studio',
    thumbnail: 'reels',
    rating: 4.6,
    players: 876,
    jackpot: 750_000,
  },
  {
    ...plain,
    id: 'matooke-mania',
    name: 'Matooke Mania',
    category: 'slots',
    provider: 'Pearl Games',
    thumbnail: 'reels',
    rating: 4.4,
    players: 512,
    isNew: true,
  },
  {
    ...plain,
    id: 'european-roulette',
    name: 'European Roulette',
    category: 'table',
    provider: 'Demo Studio',
    thumbnail: 'wheel',
    rating: 4.7,
    players: 655,
  },
  {
    ...plain,
    id: 'blackjack-classic',
    name: 'Blackjack Classic',
    category: 'table',
    provider: 'Pearl Games',
    thumbnail: 'cards',
    rating: 4.5,
    players: 431,
  },
  {
    ...plain,
    id: 'baccarat-gold',
    name: 'Baccarat Gold',
    category: 'table',
    provider: 'Pearl Games',
    thumbnail: 'cards',
    rating: 4.2,
    players: 208,
    isNew: true,
  },
  {
    ...plain,
    id: 'live-roulette-kampala',
    name: 'Live Roulette Kampala',
    category: 'live',
    provider: 'Live Lounge',
    thumbnail: 'wheel',
    rating: 4.9,
    players: 1_502,
    isHot: true,
  },
  {
    ...plain,
    id: 'live-blackjack-vip',
    name: 'Live Blackjack VIP',
    category: 'live',
    provider: 'Live Lounge',
    thumbnail: 'cards',
    rating: 4.8,
    players: 389,
  },
]
