import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Server } from 'socket.io'

/**
 * A naive crash game as the baseline: socket.io, a tick broadcast ten times a second, one transaction for each bet and
 * each cash-out. It has no sessions, limits, stored answers for retries, crash points or list of live bets, so it does
 * less work than the product. The argument is the URL of a separate database.
 */
const pool = new pg.Pool({ connectionString: process.argv[2] ?? '', max: 12 })
await pool.query(`
  create table if not exists naive_player (id int primary key, balance bigint not null);
  create table if not exists naive_bet (id bigint generated always as identity primary key, player int not null,
    stake bigint not null, payout bigint, created_at timestamptz not null default now());
  create table if not exists naive_history (id bigint generated always as identity primary key, player int not null,
    amount bigint not null, balance bigint not null, kind text not null, bet bigint not null, created_at timestamptz not null default now());
  insert into naive_player select n, 100000000000 from generate_series(0, 9999) n on conflict do nothing`)

const http = createServer()
// The watchers answer no pings.
const io = new Server(http, { transports: ['websocket'], pingInterval: 3_600_000 })
let startedMs = 0

async function inTransaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const value = await work(client)
    await client.query('commit')
    return value
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

async function move(client: pg.PoolClient, player: number, amount: number, kind: string, bet: string): Promise<void> {
  const { rows } = await client.query<{ balance: string }>(
    'update naive_player set balance = balance + $2 where id = $1 returning balance',
    [player, amount],
  )
  await client.query('insert into naive_history (player, amount, balance, kind, bet) values ($1, $2, $3, $4, $5)', [
    player,
    amount,
    rows[0]?.balance,
    kind,
    bet,
  ])
}

io.on('connection', (socket) => {
  if (socket.handshake.query['watches'] === '1') void socket.join('watchers')
  const player = Number(socket.handshake.query['player'])
  socket.on('bet', (stake: number, answer: (bet: string) => void) => {
    void inTransaction(async (client) => {
      const { rows } = await client.query<{ id: string }>(
        'insert into naive_bet (player, stake) values ($1, $2) returning id',
        [player, stake],
      )
      const bet = rows[0]?.id ?? ''
      await move(client, player, -stake, 'bet', bet)
      return bet
    }).then(answer)
  })
  socket.on('cashout', (bet: string, answer: (payout: number) => void) => {
    const multiplier = 1.006 ** (((Date.now() - startedMs) * 60) / 1000)
    void inTransaction(async (client) => {
      const { rows } = await client.query<{ stake: string; payout: string | null }>(
        'select stake, payout from naive_bet where id = $1 and player = $2 for update',
        [bet, player],
      )
      const found = rows[0]
      if (found === undefined || found.payout !== null) return 0
      const payout = Math.floor(Number(found.stake) * multiplier)
      await client.query('update naive_bet set payout = $2 where id = $1', [bet, payout])
      await move(client, player, payout, 'win', bet)
      return payout
    }).then(answer)
  })
})

http.listen(0, '127.0.0.1', () => {
  const address = http.address()
  process.send?.(typeof address === 'object' && address !== null ? address.port : 0)
})
process.on('disconnect', () => process.exit(0))

for (;;) {
  io.to('watchers').emit('round', 'betting')
  await sleep(5_000)
  startedMs = Date.now()
  io.to('watchers').emit('round', 'flying')
  while (Date.now() - startedMs < 3_000) {
    io.to('watchers').emit('tick', 1.006 ** (((Date.now() - startedMs) * 60) / 1000))
    await sleep(100)
  }
  io.to('watchers').emit('round', 'crashed')
  await sleep(3_000)
}
