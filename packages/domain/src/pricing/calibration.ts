/*
 * Constants of the price model, fitted to 5,958 matches of five European leagues from August 2021 to November 2024
 * (closing odds, half-time and full-time scores). They are the same for all leagues and teams. `npm run bench --
 * pricing calibrate` fits them again; `npm run bench -- pricing` measures their quality (decision 0025).
 */

/**
 * The distribution of scores around the prices. Goals vary slightly less than Poisson (`spread`). Leading sides score
 * less, so margins are smaller (`easing`). Home wins by one are more frequent (`homeByOneWeight`). Draws of unequal
 * sides have more goals (`drawnGoals`, per unit of |log(home ÷ away)| − 1). `bothScoreWeight` matches the market's
 * prices for Both Teams To Score. The values maximise the likelihood of scores and prices, among values for which no
 * outcome bin deviates by more than three standard errors.
 */
export const SCORE_SHAPE = {
  spread: 1.0454,
  bothScoreWeight: 0.0257,
  easing: 0.0326,
  drawnGoals: 0.1888,
  homeByOneWeight: 0.0798,
} as const

/**
 * logit P(over 2.5) as a quadratic in x = |log(home ÷ away)| and y = logit(draw), least squares on the closing lines.
 */
export const EXPECTED_OVER = {
  constant: -2.491446,
  x: 0.18793,
  y: -2.109668,
  xx: -0.188716,
  xy: 0.54903,
  yy: 0.694474,
  // The range of the fitted matches. Values outside use the nearest edge.
  xMax: 3.95,
  yMin: -3.03,
  yMax: -0.56,
  logitMin: -1.24,
  logitMax: 1.9,
} as const

/**
 * The split of goals into halves, given the final score. The logit of a goal before the break grows with the number of
 * goals; totals near their expectation and overturned half-time leads are more frequent than by chance. Fitted by
 * maximum likelihood to half-time scores.
 */
export const HALVES = {
  logitShare: -0.2031,
  perGoal: 0.0258,
  meanGoals: 2.8,
  balance: 0.2496,
  reversal: 0.2654,
} as const

/** The share of own goals, which Goalscorer Anytime ignores. */
export const OWN_GOAL_SHARE = 0.03
