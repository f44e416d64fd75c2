import { type Static, Type } from 'typebox'
import { REPORT_LINES } from '@mupiira/domain/money/ledger-kinds.ts'
import { AdminDay } from './admin-tickets.ts'
import { endpoint } from './endpoint.ts'
import { Instant, literals, Money, strict } from './schemas.ts'

/** The ledger of one day in Kampala, with figures of domain/money/figures.ts. Each transfer belongs to exactly one line and one movement. */
export const DayReport = Type.Object({
  day: Type.String(),
  /** False while the day is not over; the figures are then preliminary. */
  isOver: Type.Boolean(),
  asOf: Instant,
  /** Each line has a fixed direction, and its amount is never negative. `entries` counts transfers. */
  lines: Type.Array(Type.Object({ line: literals(REPORT_LINES), entries: Type.Integer(), amount: Money })),
  bonusCost: Money,
  payouts: Type.Object({ sportsbook: Money, aviator: Money }),
  grossGamingRevenue: Type.Object({ sportsbook: Money, aviator: Money }),
  /** Opening balance, inflow, outflow and closing balance of all players together and of each house account. */
  accounts: Type.Array(Type.Object({ account: Type.String(), opening: Money, in: Money, out: Money, closing: Money })),
  /** Transfers by kind, source and destination. */
  movements: Type.Array(
    Type.Object({
      kind: Type.String(),
      from: Type.String(),
      to: Type.String(),
      entries: Type.Integer(),
      amount: Money,
    }),
  ),
  /** Actions above the four-eyes threshold without a second approver, newest first (ADMT-30). */
  doneAlone: Type.Array(
    Type.Object({
      at: Instant,
      by: Type.String(),
      action: Type.String(),
      subject: Type.String(),
      /** The player's name if the subject is an account. */
      subjectName: Type.String(),
      reason: Type.String(),
    }),
  ),
})
export type DayReport = Static<typeof DayReport>
/** The parts that the screen, the export and the tests of the report must include. */
export type ReportPart = Exclude<keyof DayReport, 'day' | 'isOver' | 'asOf'>

const query = Type.Object({ day: AdminDay }, strict)

export const getDayReport = endpoint({
  method: 'GET',
  path: '/api/admin/report',
  summary: 'The report of one day, from the ledger',
  access: 'admin',
  capability: 'admin:reports:read',
  query,
  responses: { 200: DayReport },
  errors: [],
})

export const exportDayReport = endpoint({
  method: 'GET',
  path: '/api/admin/report.csv',
  summary: 'The report of one day as a CSV file',
  access: 'admin',
  capability: 'admin:reports:read',
  perMinute: 10,
  query,
  responses: { 200: Type.String({ contentMediaType: 'text/csv' }) },
  errors: [],
})
