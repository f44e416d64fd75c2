import pg from 'pg'

/** Result of the specification's pattern: bets per second, and the share of stakes that were lost from balances. */
export type NaiveRun = { readonly perSecond: number; readonly lost: number }

const BALANCE = 1_000_000_000_000
const STAKE = 25_000

/**
 * The specification's pattern, as its browser client does it, on separate tables: read the balance, subtract in the
 * client, write the balance, store the bet.
 */
export async function placeNaively(
  url: string,
  {
    players,
    connections,
    seconds,
  }: { readonly players: number; readonly connections: number; readonly seconds: number },
): Promise<NaiveRun> {
  const pool = new pg.Pool({ connectionString: url, max: connections })
  try {
    await pool.query(`
      drop table if exists naive_ticket, naive_player;
      create table naive_player (id int primary key, balance bigint not null);
      create table naive_ticket (id bigint generated always as identity primary key, player int not null, stake bigint not null,
        selections jsonb not null, created_at timestamptz not null default now());
      insert into naive_player select n, ${BALANCE} from generate_series(1, ${players}) n`)
    const endsAt = performance.now() + seconds * 1000
    let placed = 0
    const drive = async (): Promise<void> => {
      const client = await pool.connect()
      try {
        while (performance.now() < endsAt) {
          await placeOne(client, 1 + Math.floor(Math.random() * players))
          placed += 1
        }
      } finally {
        client.release()
      }
    }
    await Promise.all(Array.from({ length: connections }, drive))
    const { rows } = await pool.query<{ debits: string }>(
      `select (sum(${BALANCE} - balance) / ${STAKE})::text as debits from naive_player`,
    )
    return { perSecond: placed / seconds, lost: 1 - Number(rows[0]?.debits) / placed }
  } finally {
    await pool.end()
  }
}

async function placeOne(client: pg.PoolClient, player: number): Promise<void> {
  const { rows } = await client.query<{ balance: string }>({
    name: 'naive-read',
    text: 'select balance from naive_player where id = $1',
    values: [player],
  })
  const balance = Number(rows[0]?.balance)
  if (balance < STAKE) throw new Error('a player ran out of money')
  await client.query({
    name: 'naive-ticket',
    text: 'insert into naive_ticket (player, stake, selections) values ($1, $2, $3)',
    values: [player, STAKE, SELECTIONS],
  })
  await client.query({
    name: 'naive-write',
    text: 'update naive_player set balance = $2 where id = $1',
    values: [player, balance - STAKE],
  })
}

const SELECTIONS = JSON.stringify(
  [1, 2, 3].map((game) => ({ gameId: `game-${game}`, market: '1x2', selection: '1', odds: 1.9 })),
)
