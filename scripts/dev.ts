import { runProduct } from './running/product.ts'

/** `npm run dev`: the same, with the logs on the terminal, and again when a source changes. */
await runProduct({ isWatching: true })
