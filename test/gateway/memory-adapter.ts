type Payload = Record<string, unknown>;

/** The storage of the identity provider. Its interface requires one instance for each model. */
export class MemoryAdapter {
  static store = new Map<string, Payload>();
  readonly #model: string;
  constructor(model: string) {
    this.#model = model;
  }
  async upsert(id: string, payload: Payload): Promise<void> {
    MemoryAdapter.store.set(`${this.#model} ${id}`, payload);
  }
  async find(id: string): Promise<Payload | undefined> {
    return MemoryAdapter.store.get(`${this.#model} ${id}`);
  }
  async findByUid(uid: string): Promise<Payload | undefined> {
    return [...MemoryAdapter.store.values()].find((payload) => payload['uid'] === uid);
  }
  async destroy(id: string): Promise<void> {
    MemoryAdapter.store.delete(`${this.#model} ${id}`);
  }
  async consume(id: string): Promise<void> {
    const found = await this.find(id);
    if (found) found['consumed'] = Math.floor(Date.now() / 1000);
  }
  async revokeByGrantId(grant: string): Promise<void> {
    for (const [key, payload] of MemoryAdapter.store) if (payload['grantId'] === grant) MemoryAdapter.store.delete(key);
  }
}
