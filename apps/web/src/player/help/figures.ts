import type { PublicSettings } from '@mupiira/contract/platform.ts'
import { DEFAULT_SETTINGS } from '@mupiira/domain/settings/catalogue.ts'
import type { Rulebook } from '@mupiira/domain/markets/types.ts'
import { oddsText, plainText } from '../../shared/format/amounts.ts'

/** The current settings that help texts mention, so that texts follow the settings. */
export type Figures = {
  readonly maximumStake: string
  readonly maximumPayout: string
  readonly betsPerDay: number
  readonly bonusOdds: string
  readonly minimumWithdrawal: string
  readonly maximumWithdrawal: string
  readonly firstDepositRule: PublicSettings['firstDepositRule']
  readonly passwordLength: number
  readonly rulebook: Rulebook
  /** How long a live bet waits at least, in seconds; null if live bets are not offered. */
  readonly liveBetDelay: number | null
  readonly supportEmail: string
}

export function figuresOf(settings: PublicSettings | undefined): Figures {
  const initial = DEFAULT_SETTINGS
  return {
    maximumStake: plainText(settings?.maxBetAmount ?? initial.max_bet_amount),
    maximumPayout: plainText(settings?.maxPayout ?? initial.max_payout),
    betsPerDay: settings?.maxDailyBets ?? initial.max_daily_bets,
    bonusOdds: oddsText(settings?.bonusMinOdds ?? initial.bonus_min_odds),
    minimumWithdrawal: plainText(settings?.minimumWithdrawal ?? initial.minimum_withdrawal),
    maximumWithdrawal: plainText(settings?.maximumWithdrawal ?? initial.maximum_withdrawal),
    firstDepositRule: settings?.firstDepositRule ?? initial.first_deposit_rule,
    passwordLength: settings?.passwordMinLength ?? initial.password_min_length,
    liveBetDelay: settings?.inPlayBetting === true ? settings.betDelaySeconds : null,
    rulebook: settings?.settlementRulebook ?? initial.settlement_rulebook,
    supportEmail: settings?.supportEmail ?? initial.support_email,
  }
}
