/// <reference types="vite/client" />

/** The client build's manifest, put into the server build by vite.config.ts. */
declare const CLIENT_MANIFEST: {
  readonly [source: string]: {
    readonly file: string
    readonly css?: readonly string[]
    readonly imports?: readonly string[]
  }
}
