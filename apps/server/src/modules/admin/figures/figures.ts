import type { Kernel } from '../../../kernel/kernel.ts'
import type { ConsoleApprovals } from '../approvals.ts'
import { closingRoutes } from '../closings/closing-routes.ts'
import type { ClosingDeps } from '../closings/close-month.ts'
import { type FigureDeps, figureRoutes } from './figure-routes.ts'
import { revenueByLeague } from './profit-and-loss.ts'

/** The figures of the product: the profit and loss, the rows behind figures, and the closing of months. */
export function createFigures(kernel: Kernel, deps: FigureDeps & ClosingDeps, approvals: ConsoleApprovals) {
  const routes = [...figureRoutes(kernel, deps), ...closingRoutes(kernel, deps, approvals)]
  return {
    routes,
    /** The gross gaming revenue of a day by league, with Aviator as one more group. */
    revenueByLeague: (day: Date) => revenueByLeague(deps, day),
  }
}
