import { runProduct } from './running/product.ts'

/** `npm start`: the whole product on one port, with nothing prepared. */
await runProduct({ isWatching: false })
