import { type Player, registerPlayer, until } from '../support/player.ts'
import { openStage, type Stage, type Visit } from './stage.ts'

/** A player with 300,000 shillings, one who has never paid in, and a browser of each. */
export async function openMoneyStage(): Promise<{
  readonly stage: Stage
  readonly newcomer: Player
  readonly player: Player
  readonly visits: { readonly newcomer: Visit; readonly player: Visit }
}> {
  const stage = await openStage()
  const newcomer = await registerPlayer(stage.product, '772500110')
  const player = await registerPlayer(stage.product, '752500120')
  await player.client.must('POST /api/payments/deposits', {
    body: { amount: 300_000, phoneNumber: '752500120', method: 'AIRTEL' },
  })
  await until('the deposit is there', async () => (await player.client.must('GET /api/wallet', {})).balance > 0)
  const visits = { newcomer: await stage.visit({ player: newcomer }), player: await stage.visit({ player }) }
  return { stage, newcomer, player, visits }
}
