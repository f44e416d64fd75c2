import { type Static, Type } from 'typebox'
import { REPORT_LINES } from '@mupiira/domain/money/day-report.ts'
import { AdminDay } from './admin-tickets.ts'
import { endpoint } from './endpoint.ts'
import { Instant, literals, Money, strict } from './schemas.ts'

/** A day in Kampala by the ledger: every transfer of it is in exactly one line, and in exactly one movement. */
export const DayReport = Type.Object({
  day: Type.String(),
  /** False: the day is not over, and these are its figures so far. */
  isOver: Type.Boolean(),
  asOf: Instant,
  /** Each amount has its own direction; `entries` counts transfers. */
  lines: Type.Array(Type.Object({ line: literals(REPORT_LINES), entries: Type.Integer(), amount: Money })),
  /** Win bonus in the payouts, less what corrections reversed. */
  bonuses: Money,
  /** Stakes less all that went back for them. */
  grossRevenue: Type.Object({ sportsbook: Money, aviator: Money }),
  /** Players together, and each account of the house: what it had, got, gave, and has. */
  accounts: Type.Array(Type.Object({ account: Type.String(), opening: Money, in: Money, out: Money, closing: Money })),
  /** The transfers by kind and sides. */
  movements: Type.Array(
    Type.Object({
      kind: Type.String(),
      from: Type.String(),
      to: Type.String(),
      entries: Type.Integer(),
      amount: Money,
    }),
  ),
  /** Actions above the four-eyes threshold while there was no second approver, latest first (ADMT-30). */
  doneAlone: Type.Array(
    Type.Object({
      at: Instant,
      by: Type.String(),
      action: Type.String(),
      subject: Type.String(),
      /** Where that is an account, whose. */
      subjectName: Type.String(),
      reason: Type.String(),
    }),
  ),
})
export type DayReport = Static<typeof DayReport>
/** The parts that the screen, the file and the tests of the report must show. */
export type ReportPart = Exclude<keyof DayReport, 'day' | 'isOver' | 'asOf'>

const query = Type.Object({ day: AdminDay }, strict)

export const getDayReport = endpoint({
  method: 'GET',
  path: '/api/admin/report',
  summary: 'The report of one day, from the ledger',
  access: 'admin',
  capability: 'admin:money',
  query,
  responses: { 200: DayReport },
  errors: [],
})

export const exportDayReport = endpoint({
  method: 'GET',
  path: '/api/admin/report.csv',
  summary: 'The same as a file',
  access: 'admin',
  capability: 'admin:money',
  perMinute: 10,
  query,
  responses: { 200: Type.String({ contentMediaType: 'text/csv' }) },
  errors: [],
})
