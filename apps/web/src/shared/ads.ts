import bookNow from './ads/book-now.svg'
import mobileMoney from './ads/mobile-money.svg'
import moreGames from './ads/more-games.svg'

/** The three offers of the rotating banner, each with its page (HOME-26, HOME-27, APP-16). */
export const ADS = [
  { href: '/ads1', image: moreGames, title: 'More games, more bonus' },
  { href: '/ads2', image: mobileMoney, title: 'MTN and Airtel, in and out' },
  { href: '/ads3', image: bookNow, title: 'Book now, play later' },
] as const
