// For the self-check of instructions.py: a multiply and an add that a compiler may fuse.
void multiply_add(float *restrict out, const float *restrict a, const float *restrict b, int count)
{
    for (int i = 0; i < count; ++i)
    {
        out[i] = out[i] + a[i] * b[i];
    }
}
