import { runProduct } from './running/product.ts'

/** `npm start`: runs the whole product on one port, without any preparation. */
await runProduct()
