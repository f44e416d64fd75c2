/** The maximum number of games in one request for goal prices. */
export const MAX_GOAL_PRICES = 60
