import type { session } from './auth.ts'
import type { AnswerOf } from './endpoint.ts'
import type { getGameMarkets, listGames, listSports } from './games.ts'
import type { getSettings } from './platform.ts'

/** The data of the web app's `render`, as the operations return it. The app fetches missing parts itself. */
export type PageData = {
  /** The time of the rendering, ISO 8601. The page computes relative times from it. */
  readonly now: string
  /** The event id from which `GET /api/stream` continues the page's data. */
  readonly streamCursor?: string
  /** `GET /api/auth/session`. Cached pages omit it, and the app then fetches it. */
  readonly session?: AnswerOf<typeof session>
  /** `GET /api/settings` */
  readonly settings?: AnswerOf<typeof getSettings>
  /** `GET /api/sports` */
  readonly sports?: AnswerOf<typeof listSports>
  /** `GET /api/games` with `homeGamesQuery` (game-lists.ts) of the address (`/`, `/sports`, `/virtual`). */
  readonly games?: AnswerOf<typeof listGames>
  /**
   * `GET /api/games` with `liveGamesQuery` of the address (`/live`, `/livescore`), or with `homeLiveQuery` on home
   * pages.
   */
  readonly live?: AnswerOf<typeof listGames>
  /** `GET /api/games/{gameId}/markets` of `/betting-options?gameId=` and `/live/{id}`. */
  readonly markets?: AnswerOf<typeof getGameMarkets>
}

/** The document, its status, and the target of a redirect (302). */
export type RenderedPage = {
  readonly html: string
  readonly status: number
  readonly location?: string
}

/** Vite's manifest of the client build: the files of each source. */
export type BuildManifest = {
  readonly [source: string]: { readonly file: string; readonly imports?: readonly string[] } | undefined
}

export type WebBuild = {
  /** index.html of the client build. Without rendered content it is the app shell, which loads its data itself. */
  readonly template: string
  readonly manifest: BuildManifest
}

/** The exports of the web app's server build. */
export type WebPages = {
  readonly render: (url: string, data: PageData, build: WebBuild) => RenderedPage
  /** The cache key of a page: its address without the parts that do not affect rendering. */
  readonly pageAddress: (url: string) => string
}
