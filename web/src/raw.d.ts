declare module "*.py?raw" {
  const text: string;
  export default text;
}

declare module "*.ts?raw" {
  const text: string;
  export default text;
}

declare module "*?worker&url" {
  const address: string;
  export default address;
}
