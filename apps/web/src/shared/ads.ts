// The image stays a file. An inlined image would be part of both the page and the script.
import offers from './offers.svg?no-inline'

/**
 * The three offers of the rotating banner with their pages (HOME-26, HOME-27, APP-16). All three use one image, so it
 * is requested once.
 */
export const ADS = [
  { href: '/ads1', image: `${offers}#more-games`, title: 'More games, more bonus' },
  { href: '/ads2', image: `${offers}#mobile-money`, title: 'MTN and Airtel payments' },
  { href: '/ads3', image: `${offers}#book-now`, title: 'Book now, play later' },
] as const
