/** A worker as it is used here, so that tests may give another. */
export interface WorkerLike<Message> {
  postMessage(message: Message): void;
  terminate(): void;
  onmessage: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
}
