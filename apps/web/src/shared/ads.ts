/** The three offers of the rotating banner, each with its page (HOME-26, HOME-27, APP-16). */
export const ADS = [
  { href: '/ads1', image: '/ads/1.svg', title: 'More games, more bonus' },
  { href: '/ads2', image: '/ads/2.svg', title: 'MTN and Airtel, in and out' },
  { href: '/ads3', image: '/ads/3.svg', title: 'Book now, play later' },
] as const
