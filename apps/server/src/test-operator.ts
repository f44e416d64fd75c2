import { createInterface } from 'node:readline'
import { isSettingKey } from '@mupiira/domain/settings/catalogue.ts'
import type { AnswerMessage, CommandMessage } from '../../../tests/support/operator.ts'
import { composeModules } from './compose.ts'
import { readConfig } from './kernel/config/config.ts'
import { createKernel } from './kernel/create-kernel.ts'
import { newId } from './kernel/ids.ts'
import { createLog } from './kernel/telemetry/log.ts'
import { openSession } from './modules/identity/sessions/sessions.repository.ts'
import { noProviders } from './testing/no-providers.ts'

/**
 * A node for tests that operate a running product: it reads commands as lines of JSON, runs each through the
 * modules' APIs in its own transaction, and answers after the commit. Commands may run concurrently.
 */
const config = readConfig(process.env)
const { kernel, stop } = createKernel(config, createLog(config.logLevel))
const { db, clock } = kernel
const { catalogue, identity, settings } = composeModules(kernel, noProviders)
const operatorId = newId()
await settings.reads.ready()

const lines = createInterface({ input: process.stdin })
lines.on('line', (text) => {
  const line = JSON.parse(text) as CommandMessage
  runCommand(line).then(
    (result) => answer({ id: line.id, result }),
    (fault: unknown) =>
      answer({ id: line.id, fault: fault instanceof Error ? (fault.stack ?? fault.message) : 'failed' }),
  )
})
lines.on('close', () => void stop().then(() => process.exit(0)))

const answer = (line: AnswerMessage): void => void process.stdout.write(`${JSON.stringify(line)}\n`)

async function runCommand(line: CommandMessage): Promise<unknown> {
  switch (line.order) {
    case 'open-game': {
      const { homeTeam, awayTeam, startTime, odds } = line.input
      const teams = { homeTeam, awayTeam, league: 'Premier League', country: 'Uganda', sport: 'soccer' as const }
      const game = await db.transaction((tx) =>
        catalogue.manualGames.create(tx, { ...teams, startTime: new Date(startTime) }, odds, clock.now()),
      )
      return { gameId: game.id }
    }
    case 'change-game': {
      const { gameId, change } = line.input
      const { startTime, ...rest } = change
      const moved = startTime === undefined ? rest : { ...rest, startTime: new Date(startTime) }
      const game = await db.transaction((tx) => catalogue.manualGames.change(tx, gameId, moved, clock.now()))
      if (game === null) throw new Error(`there is no game ${gameId}`)
      return { status: game.status, firstLiveAt: game.firstLiveAt }
    }
    case 'decide-result': {
      const { gameId, entered } = line.input
      const entry = { actorId: operatorId, note: 'The referee has said so' }
      const decided = await db.transaction((tx) => catalogue.results.decide(tx, gameId, entered, entry, clock))
      if (!decided.ok) throw new Error(`the result was not taken: ${decided.error}`)
      return { firstLiveAt: decided.value.firstLiveAt }
    }
    case 'set': {
      const { key, value } = line.input
      if (!isSettingKey(key)) throw new Error(`there is no setting ${key}`)
      const changed = await db.transaction((tx) =>
        settings.commands.changeAll(tx, [{ key, value }], operatorId, clock.now()),
      )
      if (!changed.ok) throw new Error(`${key} was not set: ${JSON.stringify(changed.error)}`)
      return null
    }
    case 'set-account': {
      const { userId, status } = line.input
      await db.transaction((tx) => identity.accounts.setStatus(tx, userId, status, clock.now()))
      return null
    }
    case 'open-session': {
      const { token } = await openSession(
        db,
        { userId: line.input.userId, isPersistent: true, isConfirmed: true },
        clock.now(),
      )
      return { token }
    }
  }
}
