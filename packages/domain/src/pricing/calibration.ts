/*
 * The model's constants, from 5,958 matches of five European leagues from August 2021 to November 2024 (closing odds,
 * half-time and full-time scores). None depends on a league or a team. `npm run bench -- pricing calibrate` finds them
 * again, `npm run bench -- pricing` measures what they are worth (decision 0025).
 */

/**
 * How scores lie around what the prices say. Goals vary a little less than Poisson (`spread`); a leading side eases off,
 * so that margins are smaller than the advantage says (`easing`); home sides win by one more often (`homeByOneWeight`);
 * draws of unequal sides have more goals (`drawnGoals`, per unit of |log(home ÷ away)| − 1). `bothScoreWeight` holds both
 * sides' scoring near the bookmakers' prices for it. As likely, in view of the final scores and these prices, as the matches
 * can tell apart; of such constants, ones without an outcome bin beyond three standard errors.
 */
export const SCORE_SHAPE = {
  spread: 1.0454,
  bothScoreWeight: 0.0257,
  easing: 0.0326,
  drawnGoals: 0.1888,
  homeByOneWeight: 0.0798,
} as const

/** logit P(over 2.5) as a quadratic in x = |log(home ÷ away)| and y = logit(draw), least squares on the closing lines. */
export const EXPECTED_OVER = {
  constant: -2.491446,
  x: 0.18793,
  y: -2.109668,
  xx: -0.188716,
  xy: 0.54903,
  yy: 0.694474,
  // The region that the matches cover; beyond it the nearest edge speaks.
  xMax: 3.95,
  yMin: -3.03,
  yMax: -0.56,
  logitMin: -1.24,
  logitMax: 1.9,
} as const

/**
 * How goals fall into halves, given the final score: each before the break with a chance whose logit grows with the
 * number of goals, totals near their expectation more often than chance alone would have them, and half-time leads that
 * the final score turns round more often. Best likelihood of the half-time scores.
 */
export const HALVES = {
  logitShare: -0.2031,
  perGoal: 0.0258,
  meanGoals: 2.8,
  balance: 0.2496,
  reversal: 0.2654,
} as const

/** Share of goals that are the opponent's own goals, which do not count for Goalscorer Anytime. */
export const OWN_GOAL_SHARE = 0.03
