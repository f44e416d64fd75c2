import { useQuery } from '@tanstack/react-query'
import { tasksQuery } from '../kit/tasks.ts'
import { ConsoleMenu, ConsoleTabs } from './console-tabs.tsx'
import type { ConsoleTab } from './screens.ts'
import { tabCounts } from './tab-counts.ts'

const useTabCounts = () => tabCounts(useQuery(tasksQuery).data?.items ?? [])

type CountedTabsProps = { readonly tabs: readonly ConsoleTab[]; readonly current: string | undefined }

export const CountedTabs = (props: CountedTabsProps) => <ConsoleTabs {...props} waiting={useTabCounts()} />

export const CountedMenu = (props: CountedTabsProps) => <ConsoleMenu {...props} waiting={useTabCounts()} />
