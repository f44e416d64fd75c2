import { Button } from './button.tsx'

/** Shown in place of a part of the screen whose code could not be loaded. A reload requests the code again. */
export const PartNotLoaded = ({ what }: { readonly what: string }) => (
  <div role="alert" className="flex flex-wrap items-center gap-2 p-3 text-14">
    <span className="flex-1">{what} could not be loaded.</span>
    <Button variant="secondary" onClick={() => window.location.reload()}>
      Reload
    </Button>
  </div>
)
