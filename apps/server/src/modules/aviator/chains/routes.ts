import { listAviatorChains } from '@mupiira/contract/aviator.ts'
import { type Route, route } from '../../../kernel/http/route.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { presentChain } from '../present.ts'
import { chains } from './chains.repository.ts'

/** The public commitments of seed chains. */
export const chainRoutes = ({ db }: Pick<Kernel, 'db'>): readonly Route[] => [
  route(listAviatorChains, async () => ({ status: 200, body: { items: (await chains(db)).map(presentChain) } })),
]
