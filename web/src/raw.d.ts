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

declare module "@yowasp/nextpnr-ice40/resources" {
  /** Addresses, until they are fetched; what is left out is not. */
  export const modules: Record<string, unknown>;
  export const filesystem: { readonly share: { readonly ice40: Record<string, unknown> } };
}
