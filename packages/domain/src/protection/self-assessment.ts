/** Nine questions about the last 12 months, based on the Problem Gambling Severity Index (Ferris and Wynne, 2001). */
export const QUESTIONS = [
  'Have you bet more than you could really afford to lose?',
  'Have you needed to bet larger amounts to feel the same excitement?',
  'Have you gone back another day to win back the money you lost?',
  'Have you borrowed money or sold anything to have money for betting?',
  'Have you felt that you might have a problem with betting?',
  'Has betting caused you any health problems, such as stress or worry?',
  'Have people criticised your betting, or told you that you have a problem with it?',
  'Has your betting caused money problems for you or your household?',
  'Have you felt guilty about how you bet, or about what happens when you bet?',
] as const

/** The index of an answer is its points. */
export const ANSWERS = ['Never', 'Sometimes', 'Most of the time', 'Almost always'] as const

export type RiskLevel = 'none' | 'low' | 'moderate' | 'high'

type Band = { readonly level: RiskLevel; readonly from: number; readonly title: string; readonly advice: string }

const BANDS: readonly Band[] = [
  {
    level: 'high',
    from: 8,
    title: 'High risk',
    advice:
      'Your answers show that betting is harming you. Please stop for now: exclude yourself below and contact one of the help services. Their help is free and confidential.',
  },
  {
    level: 'moderate',
    from: 3,
    title: 'Moderate risk',
    advice:
      'Betting has started to affect more than your money. Set a loss limit that you can afford, take a time-out, and answer these questions again in a month.',
  },
  {
    level: 'low',
    from: 1,
    title: 'Low risk',
    advice: 'There are few signs of harm. Set limits now to keep it that way.',
  },
  {
    level: 'none',
    from: 0,
    title: 'No signs of harm',
    advice: 'Your answers show no signs of harm. Limits help to keep it that way.',
  },
]

export type Assessment = { readonly score: number } & Omit<Band, 'from'>

/**
 * Evaluates nine answers of 0 to 3 points; null while one is missing. `assess([0, 0, …])` → {score: 0, level: 'none',
 * …}
 */
export function assess(answers: readonly (number | null)[]): Assessment | null {
  if (answers.length !== QUESTIONS.length) return null
  let score = 0
  for (const points of answers) {
    if (points === null || ANSWERS[points] === undefined) return null
    score += points
  }
  const band = BANDS.find(({ from }) => score >= from)
  if (band === undefined) throw new Error('every score must fall in a band')
  const { level, title, advice } = band
  return { score, level, title, advice }
}
