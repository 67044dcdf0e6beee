// The text of a pictogram instead of its component: longer than the pattern for components, so it wins.
declare module '~icons/game-icons/*?raw' {
  const svg: string
  export default svg
}
declare module '~icons/lucide/*?raw' {
  const svg: string
  export default svg
}
declare module '~icons/small-icons/*?raw' {
  const svg: string
  export default svg
}
