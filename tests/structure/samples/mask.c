// For the self-check of instructions.py: a select that takes a mask register with AVX-512.
void clamp_where(float *restrict out, const float *restrict a, const float *restrict b, int count)
{
    for (int i = 0; i < count; ++i)
    {
        if (a[i] < b[i])
        {
            out[i] = a[i] + 1.0f;
        }
    }
}
