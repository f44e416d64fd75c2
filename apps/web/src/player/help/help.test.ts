import { describe, expect, it } from 'vitest'
import { MARKET_IDS } from '@mupiira/domain/markets/types.ts'
import { refundPolicy } from './refund-policy.ts'
import { termsSections } from './terms.ts'
import type { ArticleSection } from './article.tsx'
import { bettingRules } from './betting-rules.ts'
import { extendedSections } from './extended-sections.ts'
import { faqSections } from './faq.ts'
import { type Figures, figuresOf } from './figures.ts'
import { ruleText } from '@mupiira/domain/markets/catalogue.ts'
import { searchSections } from './search-sections.ts'

const figures = figuresOf(undefined)
const faq = faqSections(figures)
const titles = (sections: readonly ArticleSection[]): string[] => sections.map(({ title }) => title)
const textOf = (sections: readonly ArticleSection[]): string =>
  sections.flatMap(({ passages }) => passages.flat()).join('\n')

function pagesOnLiveBets(of: Figures): string[] {
  const { before, after } = extendedSections(of)
  return [faqSections(of), [...before, ...after], bettingRules(of)].map((sections) => JSON.stringify(sections))
}

describe('the help page', () => {
  it('[HELP-02] the help page contains the specified questions', () => {
    expect(faq.map(({ id }) => id)).toEqual([
      'create-account',
      'forgot-password',
      'verification-code',
      'install-app',
      'deposit',
      'missing-deposit',
      'withdraw',
      'place-a-bet',
      'cashout',
      'open-bet',
      'bonus',
      'limits',
      'self-exclusion',
      'agent',
    ])
    expect(titles(faq)).toContain('How do I deposit with MTN or Airtel?')
  })

  it('[HELP-11] the help page mentions 4-digit passwords only if password_min_length is 4', () => {
    const sections = faqSections({ ...figures, passwordLength: 6 })
    expect(textOf(sections)).toContain('Choose a password: at least 6 characters.')
    expect(textOf(sections)).not.toContain('4-digit')
  })

  it('[HELP-08] every page that mentions the delay of live bets says that live bets are not offered', () => {
    for (const text of pagesOnLiveBets(figures)) {
      expect(text).toMatch(/Live bets may be delayed up to 10 seconds/)
      expect(text).toMatch(/not offer them at the moment/)
    }
  })

  it('[HELP-08] [INP-05] every page that mentions the delay of live bets names the delay once live bets are offered', () => {
    for (const [liveBetDelay, seconds] of [
      [8, 10],
      [12, 12],
    ] as const)
      for (const text of pagesOnLiveBets({ ...figures, liveBetDelay }))
        expect(text).toContain(`Live bets may be delayed up to ${seconds} seconds`)
    for (const text of pagesOnLiveBets({ ...figures, liveBetDelay: 12 })) {
      expect(text).toContain('longer in some leagues, for some accounts, and while our live data is late')
      expect(text).not.toMatch(/not offer|closes at kick-off/)
    }
  })

  it('[HELP-06] the help page does not promise a call back', () => {
    expect(textOf(faq)).not.toMatch(/call.?back/i)
  })

  it.each([
    ['[HELP-03]', 'verification-code', 'A verification code expires in 24 hours.'],
    ['[HELP-04]', 'verification-code', 'Up to 3 codes are sent to a number in 3 hours'],
    ['[HELP-05]', 'withdraw', 'Withdrawals are processed within 15 minutes.'],
    ['[HELP-07]', 'open-bet', 'within 7 days of settlement'],
    ['[HELP-08]', 'place-a-bet', 'Live bets may be delayed up to 10 seconds'],
    ['[HELP-09]', 'open-bet', 'abandoned or postponed, and not played within 24 hours'],
    ['[HELP-10]', 'create-account', 'aged 18+ only'],
    ['[HELP-11]', 'create-account', '4-digit password'],
    ['[SLIP-25]', 'bonus', '3% of the winnings are added with 3 or 4 qualifying games, 5% with 5 or more.'],
    ['[PLAY-01]', 'limits', 'A higher limit applies after 24 hours, when you confirm it.'],
    ['[PLAY-03]', 'self-exclusion', 'for 6 months, 1 year, 2 years or 5 years'],
    ['[HELP-12]', 'place-a-bet', 'A betslip takes up to 45 selections.'],
  ])('%s the help page answers the question "%s" with the text "%s"', (_id, section, entered) => {
    expect(textOf(faq.filter(({ id }) => id === section))).toContain(entered)
  })

  it.each([
    ['', faq.map(({ id }) => id)],
    ['CASHOUT offer CHANGES', ['cashout']],
    ['  abandon  24 ', ['open-bet']],
    ['sms pass', ['forgot-password', 'verification-code']],
    ['withdraw', ['withdraw', 'create-account', 'self-exclusion']],
    ['bonus', ['bonus', 'limits']],
    ['limit', ['limits']],
    ['exclude', ['self-exclusion']],
    ['roulette', []],
  ])('[HELP-02] a search of the help page for %j finds the questions %j', (query, found) => {
    const ids = searchSections(faq, query).map(({ id }) => id)
    expect(ids).toEqual(found)
  })

  it('[HELP-13] the rules page lists twenty betting rules', () => {
    const rules = bettingRules(figures)
    expect(rules).toHaveLength(20)
    expect(new Set(rules.map(({ title }) => title)).size).toBe(20)
  })

  it('[HELP-14] the help page shows the sections of the extended rules, with a rule for every market and rulebook', () => {
    const { before, after } = extendedSections(figures)
    expect(titles([...before, ...after])).toEqual([
      'General',
      'Bet types',
      'Live betting',
      'Football',
      'Basketball, tennis, virtual and eFootball',
      'Common bet types explained',
    ])
    const rules = MARKET_IDS.map((market) => ruleText(market, 'house'))
    expect(new Set(rules.map((rule, at) => `${MARKET_IDS[at]} ${rule}`)).size).toBe(MARKET_IDS.length)
    const differing = MARKET_IDS.filter((market) => ruleText(market, 'house') !== ruleText(market, 'industry'))
    expect(differing).toEqual(['draw_no_bet', 'over_under', 'ht_ft', 'asian_handicap', 'first_half_over_under'])
  })
})

describe('the legal texts', () => {
  it('[HELP-16] the terms have the ten specified sections', () => {
    expect(titles(termsSections(figures))).toEqual([
      'Eligibility',
      'Account registration',
      'Betting rules',
      'Responsible gambling',
      'Payments and withdrawals',
      'Privacy',
      'Intellectual property',
      'Liability',
      'Changes',
      'Contact',
    ])
  })

  it('[HELP-19] the refund policy has the five specified sections', () => {
    expect(titles(refundPolicy(figures))).toEqual([
      'General policy',
      'Refund circumstances',
      'Process',
      'Exceptions',
      'Contact',
    ])
  })

  it.each([
    ['[HELP-18]', 'at least 18 years old, or of the legal age'],
    ['[HELP-20]', 'Deposits and withdrawals may take up to 5 minutes'],
    ['[HELP-21]', 'A refund request is answered within 48 hours.'],
    ['[HELP-22]', 'credited in 3-7 business days'],
    ['[HELP-23]', 'Claim a technical error within 24 hours'],
  ])('%s the legal texts contain: %s', (_id, entered) => {
    expect(textOf([...termsSections(figures), ...refundPolicy(figures)])).toContain(entered)
  })
})
