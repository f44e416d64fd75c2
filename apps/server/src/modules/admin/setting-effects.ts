import { ugxFromShillings } from '@mupiira/domain/money/ugx.ts'
import type { CountedEffect } from '@mupiira/domain/settings/effects.ts'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import { startOfDay } from '@mupiira/domain/time/kampala.ts'
import type { FourEyes } from '../../kernel/access/approvals.ts'
import type { Betting } from '../betting/index.ts'
import type { Payments } from '../payments/index.ts'
import type { Pricing } from '../pricing/index.ts'

type EffectDeps = {
  readonly betting: Pick<Betting, 'administration'>
  readonly payments: Pick<Payments, 'administration'>
  readonly pricing: Pick<Pricing, 'administration'>
  readonly fourEyes: Pick<FourEyes, 'waiting'>
}

/** Counts what a changed setting affects, from figures that other screens of the console also use. */
export function createEffectCounter({ betting, payments, pricing, fourEyes }: EffectDeps) {
  const { history, limitFigures } = betting.administration
  const games = (now: Date) => pricing.administration.openGames(now)

  async function openTickets(now: Date): Promise<number> {
    const today = startOfDay(now)
    const sums = await history.around(today, new Date(today.getTime() - DAY_MS))
    return sums.filter(({ status }) => status === 'pending').reduce((sum, { tickets }) => sum + tickets, 0)
  }

  async function paymentsUnderWay(): Promise<number> {
    const totals = await payments.administration.history.totals(null, null)
    const pending = totals.filter(({ status }) => status === 'pending')
    return pending.reduce((sum, { transactions }) => sum + transactions, 0)
  }

  const COUNTS: { readonly [effect in CountedEffect]: (value: number, now: Date) => number | Promise<number> } = {
    'open-games': (_, now) => games(now).open,
    'live-games': (_, now) => games(now).live,
    'priced-games': (_, now) => games(now).priced,
    'manual-odds': (_, now) => games(now).manualOdds,
    'tickets-keep-rules': (_, now) => openTickets(now),
    'cashout-offers': (_, now) => openTickets(now),
    'lower-stake-limits': (amount) => limitFigures.lowerStakeLimits(ugxFromShillings(amount)),
    'selections-above': (amount) => limitFigures.selectionsAbove(ugxFromShillings(amount)),
    'scorers-above': (amount) => limitFigures.scorersAbove(ugxFromShillings(amount)),
    'games-above': (amount) => limitFigures.gamesAbove(ugxFromShillings(amount)),
    'payments-under-way': paymentsUnderWay,
    'approvals-waiting': async () => (await fourEyes.waiting()).length,
  }

  return async (effect: CountedEffect, value: string, now: Date): Promise<number> => COUNTS[effect](Number(value), now)
}
