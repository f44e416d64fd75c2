import {
  ArrowLeftRight,
  BellRing,
  CalendarDays,
  ChartColumn,
  CircleCheck,
  FileChartColumn,
  Lock,
  Megaphone,
  MessagesSquare,
  Plane,
  Radio,
  ScrollText,
  Settings,
  ShieldAlert,
  Trophy,
  UserCog,
  Users,
  type LucideIcon,
} from 'lucide-react'

/** The icon of every tab of the console. A screen names one of these tabs. */
export const TAB_ICONS = {
  Dashboard: ChartColumn,
  Alerts: BellRing,
  'Customer care': MessagesSquare,
  Games: Trophy,
  Users,
  Transactions: ArrowLeftRight,
  Reports: FileChartColumn,
  'Bet History': ScrollText,
  Risk: ShieldAlert,
  'Live betting': Radio,
  Fixtures: CalendarDays,
  Aviator: Plane,
  Notices: Megaphone,
  Settings,
  Approvals: CircleCheck,
  Staff: UserCog,
  'Audit log': Lock,
} as const satisfies { readonly [tab: string]: LucideIcon }

export type TabName = keyof typeof TAB_ICONS
