/** The advice of HELP-15. `minimumAge` is the age that a player confirms at registration. */
export const advice = (minimumAge: number): readonly string[] => [
  'Bet for fun, never to earn money. Over time players lose, because the odds include a margin for the bookmaker.',
  'Decide what you can lose before you begin, and set it as a limit.',
  'Never bet money that is meant for food, rent, school fees or a debt.',
  'Do not chase losses. Your next bet is not more likely to win because you lost the last one.',
  'Do not bet when you are upset, drunk or in a hurry.',
  `Betting is for people who are at least ${minimumAge} years old. Keep your password and your phone away from children.`,
]
