import type { Kernel } from '../../../kernel/kernel.ts'
import type { Audit } from '../../audit/index.ts'
import type { Betting } from '../../betting/index.ts'
import type { BaseOddsRisk, ShowGameDeps } from '../../catalogue/index.ts'
import type { PreviewResult, PreviewResults } from '../preview-result.ts'
import type { SettlementDeps } from '../settle-games.ts'
import type { BaseOddsCommands } from './base-odds.ts'
import type { EnterResultCommands } from './enter-result.ts'
import type { ResultEvaluator } from './evaluate-result.ts'
import type { ProposeStartCommand } from './propose-start.ts'

export type SettlementAdminDeps = Pick<ShowGameDeps, 'offered'> & {
  readonly audit: Audit['commands']
  readonly baseOddsRisk: BaseOddsRisk
}

/** Dependencies of the commands that may decide a game. */
export type GameAdmin = SettlementAdminDeps &
  EnterResultCommands &
  ShowGameDeps &
  Pick<Kernel, 'clock' | 'db'> &
  Pick<SettlementDeps, 'catalogue'> & {
    readonly baseOdds: BaseOddsCommands
    readonly exposure: Betting['exposure']
    readonly evaluateResult: ResultEvaluator
    readonly previewResult: PreviewResult
    readonly previewResults: PreviewResults
    readonly proposeStart: ProposeStartCommand
  }
