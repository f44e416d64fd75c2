/** The most games in one request for the goal prices of a list. */
export const MAX_GOAL_PRICES = 60
